import type { Prisma } from '@stockie/api/prisma-client'

type Sale = Prisma.SaleGetPayload<{ include: { lines: true; createdBy: true } }>

/** Maps a sale that Prisma read to the fields of the answer. */
export function toSale(sale: Sale) {
  return {
    saleId: sale.id,
    customerId: sale.customerId,
    customerName: sale.customerName,
    saleDate: sale.saleDate.toISOString().slice(0, 10),
    subtotal: Number(sale.subtotal),
    discount: Number(sale.discount),
    shippingFees: Number(sale.shippingFees),
    totalAmount: Number(sale.totalAmount),
    remark: sale.remark,
    saleDetails: sale.lines.map(({ id, productId, productName, price, quantity, total, cost }) => {
      return { id, productId, productName, price, quantity, total: Number(total), cost }
    }),
    // The sales of the bench have no returns.
    returnedAmount: 0,
    createdAt: sale.createdAt.toISOString(),
    createdByName: sale.createdBy.name,
  }
}
