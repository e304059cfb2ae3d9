import './printed-slip.css'
import type { Shop } from '@stockie/contracts'
import { useCallback } from 'react'

import { PrintedPart } from '@/components/printing/printed-part'
import { formatCount, formatMoney } from '@/lib/format'
import type { SlipWidth } from './shop-settings'
import type { Slip } from './slip-contents'
import { slipPageRule } from './slip-page-rule'

interface PrintedSlipProps {
  slip: Slip
  shop: Shop
  logo: Blob | undefined
  width: SlipWidth
  onPrinted: () => void
}

const contact = ['address', 'phone', 'email'] as const

/** Prints a slip instead of the page, once, while it is mounted. */
export function PrintedSlip({ slip, shop, logo, width, onPrinted }: PrintedSlipProps) {
  const { title, isCopy, facts, sections, note, remark } = slip
  return (
    <PrintedPart
      page={`slip-${width}`}
      pageRuleOf={(part) => slipPageRule(part, { title, width })}
      onPrinted={onPrinted}
    >
      <article>
        <header>
          {logo && <Logo logo={logo} />}
          {shop.name && <p className="shop">{shop.name}</p>}
          {contact.map((field) => shop[field] && <p key={field}>{shop[field]}</p>)}
          {shop.taxNumber && <p>Tax number {shop.taxNumber}</p>}
        </header>
        <h1>{title}</h1>
        {isCopy && <p className="copy">Copy</p>}
        <dl>
          {facts.map((fact) => (
            <div key={fact.title} className="fact">
              <dt>{fact.title}</dt>
              <dd>{fact.text}</dd>
            </div>
          ))}
        </dl>
        {slip.lines.length === 0 && !sections && <p className="none">No items.</p>}
        {slip.lines.length > 0 && <Lines lines={slip.lines} isPage={width === 'A4'} />}
        {!sections && <Amounts className="totals" rows={slip.totals} />}
        {sections?.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            <Amounts className="amounts" rows={section.rows} />
          </section>
        ))}
        {note !== undefined && <p>{note}</p>}
        {remark && <p className="remark">{remark}</p>}
        {shop.slipFooter && <footer>{shop.slipFooter}</footer>}
      </article>
    </PrintedPart>
  )
}

function Amounts({ className, rows }: { className: string; rows: Slip['totals'] }) {
  return (
    <dl className={className}>
      {rows.map(({ title, amount, isTotal = false }, index) => (
        // Two rows may have the same title, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={isTotal ? 'pair total' : 'pair'}>
          <dt>{title}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function Logo({ logo }: { logo: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      image.src = URL.createObjectURL(logo)
      return () => URL.revokeObjectURL(image.src)
    },
    [logo],
  )
  return <img ref={show} alt="" />
}

/** A page has room for columns. On a roll, the amounts are below the name. */
function Lines({ lines, isPage }: { lines: Slip['lines']; isPage: boolean }) {
  return (
    <table>
      {/* Browsers repeat it on each page. */}
      <thead>
        {isPage ? (
          <tr>
            <th>Item</th>
            <th>Quantity</th>
            <th>Price</th>
            <th>Total</th>
          </tr>
        ) : (
          <tr>
            <th>
              Item <span>Total</span>
            </th>
          </tr>
        )}
      </thead>
      <tbody>
        {lines.map(({ productName, quantity, price, total }, index) => (
          // Lines have no id, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            {isPage ? (
              <>
                <td>{productName}</td>
                <td>{formatCount(quantity)}</td>
                <td>{formatMoney(price)}</td>
                <td>{formatMoney(total)}</td>
              </>
            ) : (
              <td>
                <p>{productName}</p>
                <div className="pair">
                  <span>
                    {formatCount(quantity)} x {formatMoney(price)}
                  </span>
                  <span>{formatMoney(total)}</span>
                </div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
