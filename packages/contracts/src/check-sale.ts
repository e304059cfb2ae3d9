export const saleChecks = {
  customer: 'Please select a customer.',
  date: 'Please select a date.',
  lines: 'Please add at least one product.',
} as const

type Draft = {
  customerId?: number | null | undefined
  saleDate?: string | null | undefined
  saleDetails: readonly unknown[]
}

/** The first thing that a sale still lacks, or null where it can be submitted. */
export function checkSale({ customerId, saleDate, saleDetails }: Draft): string | null {
  if (!customerId) return saleChecks.customer
  if (!saleDate) return saleChecks.date
  return saleDetails.length === 0 ? saleChecks.lines : null
}
