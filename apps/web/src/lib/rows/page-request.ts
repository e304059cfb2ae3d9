export interface Sort {
  id: string
  isDescending: boolean
}

/** Which rows, in which order, and which of them to show. */
export interface PageRequest {
  search: string
  /** By the facet's id. One that nothing is chosen of lets every row through. */
  chosen: Readonly<Record<string, readonly string[]>>
  sort: Sort | null
  /** From 1. */
  page: number
  size: number
}
