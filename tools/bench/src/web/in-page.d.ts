/** Added to every page by in-page.js. */
declare var bench: {
  loading: { paint: number; click: number; firstRow: number }
  timeToRows: (event: 'click' | 'keydown') => Promise<number>
  timeToText: (event: 'click', text: string) => Promise<number>
  pending?: Promise<number>
}
/** Set by the page of precomputed keys after loading. */
declare var held: object | undefined
/** All scripts of a page, as text. */
declare var document: { scripts: Iterable<{ src: string; textContent: string | null }> }
