import type { Sale } from '@stockie/contracts'

import { formatMoney, formatSigned } from '@/lib/format'

/** What a sale came to, and how, where that is not what its items come to. */
export function SaleTotal({ sale }: { sale: Sale }) {
  const { subtotal, discount, shippingFees, totalAmount } = sale
  const steps = [
    { title: 'Subtotal', amount: formatMoney(subtotal) },
    { title: 'Discount', amount: formatSigned('-', discount) },
    { title: 'Shipping Fees', amount: formatSigned('+', shippingFees) },
  ]
  return (
    <>
      <strong className="font-semibold tabular-nums">{formatMoney(totalAmount)}</strong>
      {(discount > 0 || shippingFees > 0) && (
        <dl className="mt-1 grid w-fit grid-cols-[auto_auto] gap-x-4 text-[0.8125rem] text-muted-foreground">
          {steps.map(({ title, amount }) => (
            <div key={title} className="col-span-full grid grid-cols-subgrid">
              <dt>{title}</dt>
              <dd className="text-right tabular-nums">{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {discount > subtotal + shippingFees && (
        <p className="mt-1 text-[0.8125rem] text-muted-foreground">A total is never below $0.00.</p>
      )}
    </>
  )
}
