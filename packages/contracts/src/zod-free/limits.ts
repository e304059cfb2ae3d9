/** The size limits of the API's inputs (docs/specification/decisions.md, 16 and 29, and section 9). */
export const limits = {
  name: 200,
  email: 254,
  phone: 50,
  productCode: 64,
  /** Addresses, descriptions and remarks. */
  longText: 2000,
  /** What a user adds to the reason of a changed stock. */
  stockNote: 200,
  /** Prices, costs, amounts, and a stock that a user enters. */
  integer: 1_000_000_000,
  /** How far purchases and sales may move a stock above or below zero. */
  stock: 2_000_000_000,
  /** An id is a PostgreSQL integer. */
  id: 2_147_483_647,
  documentLines: 1000,
  purchaseQuantity: 9999,
  saleQuantity: 1_000_000,
  /** The reorder level and the reorder target of a product. */
  reorderStock: 1_000_000,
  /** The days that a stock should last. */
  coverDays: 365,
  bulkIds: 10_000,
} as const

/**
 * The largest total of a document: $70,000,000,000,000. Below 2 ** 46 (about 70.4 trillion), neighbouring
 * floating-point numbers are closer together than cents. So every amount with two decimals is a distinct
 * number, its cents are a safe integer, and JSON keeps it. Above, $0.01 more may be the same number.
 */
export const maxAmount = 70_000_000_000_000
