import './label-sheet.css'
import type { Product } from '@stockie/contracts'

import { PrintedPart } from '@/components/printing/printed-part'
import { cn } from '@/lib/cn'
import { formatMoney } from '@/lib/format'
import { type LabelBarcode, type LabelLayout, labelLayouts } from './label-layout'

export interface PrintedLabel {
  product: Product
  barcode: LabelBarcode
  count: number
}

interface LabelSheetProps {
  labels: readonly PrintedLabel[]
  layout: LabelLayout
  onPrinted: () => void
}

/** The labels on paper. All lines are vectors, so that a printer draws sharp bars. */
export function LabelSheet({ labels, layout, onPrinted }: LabelSheetProps) {
  const { page, perPage } = labelLayouts[layout]
  const all = labels.flatMap((label) => Array<PrintedLabel>(label.count).fill(label))
  const pages = Array.from({ length: Math.ceil(all.length / perPage) }, (_, place) =>
    all.slice(place * perPage, (place + 1) * perPage),
  )
  return (
    <PrintedPart page={page} onPrinted={onPrinted}>
      {pages.map((onPage, place) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- the pages never change
          key={place}
          className={cn(
            'grid overflow-hidden not-last:break-after-page',
            // The eight rows are 296 mm high, and the paper 297.
            layout === 'a4' && 'h-[296.4mm] grid-cols-[repeat(3,70mm)] content-start pt-[0.4mm]',
          )}
        >
          {onPage.map((label, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- the labels never change
            <Label key={column} {...label} layout={layout} />
          ))}
        </div>
      ))}
    </PrintedPart>
  )
}

function Label({ product, barcode, layout }: PrintedLabel & { layout: LabelLayout }) {
  return (
    <article
      className={cn(
        'flex flex-col items-center justify-between overflow-hidden text-center',
        layout === 'roll'
          ? 'h-[30mm] w-[50mm] px-[0.5mm] py-[1.2mm] text-[7.5pt]'
          : // Away from the edge of the paper, where printers leave up to 5 mm empty.
            'h-[37mm] w-[70mm] px-[5mm] py-[4.6mm] text-[9pt]',
        // After the sizes, which would replace it.
        'leading-tight',
      )}
    >
      <h2 className="line-clamp-2 w-full shrink-0 px-[1mm] font-semibold wrap-anywhere">
        {product.name}
      </h2>
      <p className="text-[1.25em] font-bold">{formatMoney(product.price)}</p>
      <div className="grid justify-items-center gap-[0.5mm]">
        <svg
          width={`${barcode.width}mm`}
          height={layout === 'roll' ? '10.5mm' : '11.4mm'}
          viewBox={`0 0 ${barcode.modules} 1`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
        >
          <path d={barcode.path} fill="#000" />
        </svg>
        <p className="font-mono text-[6.5pt] whitespace-pre">{product.code}</p>
      </div>
    </article>
  )
}
