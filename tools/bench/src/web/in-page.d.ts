/** What in-page.js puts into every page. */
declare var bench: {
  loading: { paint: number; firstRow: number }
  timeToRows: (event: 'click' | 'keydown') => Promise<number>
  pending?: Promise<number>
}
/** What the page of keys alone holds, once it does. */
declare var held: object | undefined
/** All scripts of a page, as text. */
declare var document: { scripts: Iterable<{ src: string; textContent: string | null }> }
