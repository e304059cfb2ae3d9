/** How much of everything there may be (DECISIONS 16 and 29, specification section 9). */
export const limits = {
  name: 200,
  email: 254,
  phone: 50,
  /** Addresses, descriptions and remarks. */
  longText: 2000,
  /** Prices, costs, amounts and the stock that somebody sets. */
  integer: 1_000_000_000,
  /** What purchases and sales may carry a stock to, either way. */
  stock: 2_000_000_000,
  /** An id is a PostgreSQL integer. */
  id: 2_147_483_647,
  documentLines: 1000,
  purchaseQuantity: 9999,
  saleQuantity: 1_000_000,
  bulkIds: 10_000,
} as const
