/**
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number }} Row
 * @param {Row[]} rows
 */
export function summaryTable(rows) {
  const cells = rows.map((row) => [
    row.failed === 0 ? '✓' : '✗',
    row.name,
    `${row.passed} passed`,
    `${row.failed} failed`,
    row.skipped > 0 ? `${row.skipped} skipped` : '',
    `${row.seconds.toFixed(1)} s`,
  ])
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row) =>
    row
      // Names to the left, numbers to the right.
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
  return cells.map(line).join('\n')
}

/** @param {Row[]} rows */
export function totals(rows) {
  return {
    passed: rows.reduce((sum, row) => sum + row.passed, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
  }
}
