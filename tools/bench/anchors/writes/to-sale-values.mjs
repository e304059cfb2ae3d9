/** The parameters of the statement for a sale. */
export function toSaleValues(sale, { userId, version, session, key, hash }) {
  const lines = sale.saleDetails
  return [
    lines.map(({ productId }) => productId),
    lines.map(({ price }) => price),
    lines.map(({ quantity }) => quantity),
    lines.map(({ total }) => total),
    sale.customerId,
    sale.saleDate,
    sale.discount,
    sale.shippingFees,
    sale.totalAmount,
    sale.remark,
    userId,
    key,
    hash,
    version,
    session,
  ]
}
