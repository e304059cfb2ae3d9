import type { Prisma } from '@stockie/api/prisma-client'

type Sale = Prisma.SaleGetPayload<{ include: { lines: true } }>

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
    saleDetails: sale.lines.map(({ productId, productName, price, quantity, total }) => {
      return { productId, productName, price, quantity, total: Number(total) }
    }),
  }
}
