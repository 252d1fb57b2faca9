export type Strength = 'weak' | 'fair' | 'strong'

export interface Verdict {
  strength: Strength
  /** What would make it stronger, in the order it helps. */
  advice: string[]
}

const common = new Set(['password', '12345678', 'qwertyuiop', 'iloveyou', 'letmein1'])

/** Length counts most; variety helps a little; what everybody uses helps nobody. */
export function judge(password: string): Verdict {
  const advice: string[] = []
  if (common.has(password.toLowerCase())) {
    return { strength: 'weak', advice: ['Everybody uses this one.'] }
  }
  if (password.length < 8) advice.push('Use at least 8 characters.')
  else if (password.length < 16) advice.push('Longer is stronger: try a few words.')
  if (/^(.)\1*$/.test(password)) advice.push('Use more than one character.')
  if (!/[^a-z]/i.test(password) && password.length < 16) advice.push('Mix in a digit or a space.')
  return { strength: strengthOf(password, advice), advice }
}

function strengthOf(password: string, advice: string[]): Strength {
  if (password.length < 8 || advice.length > 1) return 'weak'
  return advice.length === 0 ? 'strong' : 'fair'
}
