import type { Product, StockCountDetail, StockCountLine } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { SheetScroll } from '@/components/details-sheet'
import { productColumns } from '@/components/document/pickers/product-option'
import { ProductScan } from '@/components/document/pickers/product-scan'
import { usePickerSearch } from '@/components/document/pickers/listbox'
import { soundErrorTone } from '@/components/scanner/error-tone'
import { ShowMore, useShownRows } from '@/components/show-more'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { formatCount } from '@/lib/format'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { products } from '@/resources/products'
import { CountNotice, type LastScan } from './count-notice'
import { CountRow } from './count-row'
import { countedOf } from './numbers/unsent-numbers'
import type { CountedLines } from './numbers/use-counted-lines'
import { useCountScans } from './use-count-scans'
import { useShownLines } from './use-shown-lines'
import { useTypedCounts } from './use-typed-counts'

const pageSize = 100

interface CountingListProps {
  count: StockCountDetail
  counted: CountedLines
  /** Whether the list begins with the products that have no number yet. */
  startsFiltered: boolean
}

/** The products to count. A scan counts one piece, also while a field has the focus. */
export function CountingList({ count, counted, startsFiltered }: CountingListProps) {
  const part = useRef<HTMLDivElement>(null)
  const filterId = useId()
  const list = useQuery(products.list())
  const { findByCode } = usePickerSearch(list.data, productColumns)
  const [scan, setScan] = useState<LastScan | null>(null)
  const { numbers, lineOf } = counted
  const lines = useShownLines({ ...counted, startsFiltered })
  const { shown, more } = useShownRows(lines.shown, pageSize)
  const { typed, type, enter, drop } = useTypedCounts({
    lineOf,
    onEnter(line, entered) {
      lines.refilter(line.productId)
      return counted.enter(line, entered)
    },
  })

  function countPiece(product: Product) {
    const line = lineOf(product.id)
    lines.refilter(product.id)
    const isKnown = line !== undefined || numbers.some(({ productId }) => productId === product.id)
    if (isKnown) counted.scan(line ?? toOutsider(product))
    else soundErrorTone()
    setScan({ kind: isKnown ? 'counted' : 'outsider', product: toOutsider(product) })
    findField(product.id)?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  useCountScans(part, {
    findByCode,
    onScan: countPiece,
    onUnknown: (code) => setScan({ kind: 'unknown', code, isLoaded: list.data !== undefined }),
    onRestored(productId, text) {
      const line = lineOf(productId)
      const sum = line ? countedOf(line, numbers) : null
      // The scanner has typed over a number that the user had not changed.
      if (text === (sum === null ? '' : String(sum))) drop(productId)
    },
  })

  const goOn = useEventCallback((productId: number) => {
    const fields = [...(part.current?.querySelectorAll<HTMLElement>('[data-count]') ?? [])]
    const place = fields.findIndex(({ dataset }) => dataset['count'] === String(productId))
    const next = fields[place + 1]
    if (next) return next.focus()
    const following = lines.shown[lines.shown.findIndex((line) => line.productId === productId) + 1]
    if (!following) return
    flushSync(() => void more.list.fetchNextPage())
    findField(following.productId)?.focus()
  })

  /** A code counts one piece, as a scan does. Any other text leads to the first product that it finds. */
  function onSearchKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const product = findByCode(lines.search)
    if (product) {
      lines.setSearch('')
      countPiece(product)
    } else if (shown[0]) findField(shown[0].productId)?.focus()
  }

  function findField(productId: number) {
    return part.current?.querySelector<HTMLElement>(`[data-count="${productId}"]`)
  }

  function describeAdded({ id, name }: Product) {
    if (numbers.some(({ isAsking, productId }) => isAsking && productId === id)) {
      return `${name} has a number already. Close the camera to choose.`
    }
    const line = lineOf(id)
    if (!line) return `${name} is not in this count. Close the camera to add it.`
    return `${name}: ${formatCount(countedOf(line, numbers) ?? 0)} counted.`
  }

  return (
    <div ref={part} className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-3 border-b px-6 py-4">
        <div className="flex gap-2">
          <Input
            type="search"
            aria-label="Search the count"
            placeholder="Search the count..."
            autoComplete="off"
            spellCheck={false}
            value={lines.search}
            onChange={({ target }) => lines.setSearch(target.value)}
            onKeyDown={onSearchKey}
          />
          <ProductScan
            products={list}
            failure={products.loadFailure}
            findByCode={findByCode}
            describeAdded={describeAdded}
            onFound={countPiece}
          />
        </div>
        <div className="flex items-center gap-2.5">
          <Checkbox
            id={filterId}
            checked={lines.isFiltered}
            onChange={({ target }) => lines.filter(target.checked)}
          />
          <Label htmlFor={filterId}>Not yet counted</Label>
        </div>
      </div>
      <SheetScroll label="Products to count">
        {lines.isFiltered &&
        lines.search.trim() === '' &&
        counted.lines.every(counted.isCounted) ? (
          <p className="py-10 text-center text-sm text-muted-foreground">
            Every product is counted. Finish the count to see the differences.
          </p>
        ) : (
          shown.length === 0 && (
            <p className="py-10 text-center text-sm text-muted-foreground">No results</p>
          )
        )}
        <ul aria-label="Products to count" className="-mx-2">
          {shown.map((line) => (
            <CountRow
              key={line.productId}
              line={line}
              counted={countedOf(line, numbers)}
              isUnsent={counted.unsent.has(line.productId)}
              isBlind={count.blind}
              isMarked={scan?.kind === 'counted' && scan.product.productId === line.productId}
              typed={typed.get(line.productId)}
              onType={type}
              onEnter={enter}
              onNext={goOn}
            />
          ))}
        </ul>
        <ShowMore {...more} />
      </SheetScroll>
      {/* Below the list, whose rows it would move otherwise. */}
      <CountNotice
        counted={counted}
        scan={scan}
        onAddOutsider={(product) => {
          counted.scan(product)
          setScan({ kind: 'counted', product })
        }}
        findField={findField}
      />
    </div>
  )
}

/** A product as it is before its first number. */
function toOutsider({
  id,
  name,
}: Product): Pick<StockCountLine, 'productId' | 'name' | 'counted' | 'entries'> {
  return { productId: id, name, counted: null, entries: 0 }
}
