import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Plain where the output is no terminal or colours are not wanted. */
export function styled(style: Style, text: string): string {
  return hasColours() ? styleText(style, text, { validateStream: false }) : text
}

function hasColours(): boolean {
  if (process.env['NO_COLOR']) return false
  return process.env['FORCE_COLOR'] ? process.env['FORCE_COLOR'] !== '0' : process.stdout.isTTY
}

export function print(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** Whether there is somebody to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY
}

/** Yes is what Enter says. */
export async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => {
    // Ctrl+C and Ctrl+D are a no.
    terminal.once('close', () => {
      resolve('n')
    })
  })
  const answer = await Promise.race([terminal.question(`${question} [Y/n] `), closed])
  terminal.close()
  return ['', 'y', 'yes'].includes(answer.trim().toLowerCase())
}
