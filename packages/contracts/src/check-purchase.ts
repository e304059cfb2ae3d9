export const purchaseChecks = {
  supplier: 'Please select a supplier.',
  date: 'Please select a date.',
  lines: 'Please add at least one product to the purchase.',
} as const

type Draft = {
  supplierId?: number | null | undefined
  purchaseDate?: string | null | undefined
  purchaseDetails: readonly unknown[]
}

/** The first thing that a purchase still lacks, or null where it can be submitted. */
export function checkPurchase({ supplierId, purchaseDate, purchaseDetails }: Draft): string | null {
  if (!supplierId) return purchaseChecks.supplier
  if (!purchaseDate) return purchaseChecks.date
  return purchaseDetails.length === 0 ? purchaseChecks.lines : null
}
