interface SearchOptions {
  readonly fuzzy: number
  readonly prefix: boolean
  readonly boost: Readonly<Record<string, number>>
  readonly boostDocument: (id: string) => number
}

/** VitePress' own, and: who searches for the words of a message wants the page that explains it. */
export const searchOptions: SearchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  boostDocument: (id) => (/troubleshooting|debug-output|command-line/.test(id) ? 1.5 : 1),
}
