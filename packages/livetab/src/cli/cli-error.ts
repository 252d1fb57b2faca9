/** A mistake that the reader can mend: printed without a stack. */
export class CliError extends Error {}
