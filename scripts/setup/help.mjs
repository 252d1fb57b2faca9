import process from 'node:process'

/**
 * Prints the help and ends when it was asked for.
 *
 * @param {string} text
 * @returns {string[]} the arguments otherwise
 */
export function argumentsOrHelp(text) {
  const args = process.argv.slice(2)
  if (!args.includes('--help') && !args.includes('-h')) return args
  console.log(text.trim())
  process.exit(0)
}
