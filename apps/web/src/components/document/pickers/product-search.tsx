import { isProductCode, type Product } from '@stockie/contracts'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ListPlaceholder } from '@/components/list-placeholder'
import { soundErrorTone } from '@/components/scanner/error-tone'
import { longestPause } from '@/components/scanner/use-scanner-bursts'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { useMergedRef } from '@/lib/hooks/use-merged-ref'
import { toastError } from '@/lib/toast'
import {
  formatResultCount,
  ListboxOptions,
  useListbox,
  usePickerSearch,
  useScrollToTopOnShortScreen,
} from './listbox'
import { productColumns, ProductOption } from './product-option'
import { ProductScan } from './product-scan'
import { type NewProductDialog, UnknownCodeNotice, unknownCodeMessage } from './unknown-code-notice'
import { useKeptOptions } from './use-kept-options'
import { useScanner } from './use-scanner'

/** How a product was chosen. A code is typed by a scanner, so the focus stays in the search for the next one. */
export type HowChosen = 'keyboard' | 'pointer' | 'touch' | 'code'

interface ProductSearchProps {
  ref: Ref<HTMLInputElement>
  products: {
    data: Product[] | undefined
    isError: boolean
    refetch: () => unknown
  }
  failure: string
  /** The price of a product on a line; in a purchase, its cost. */
  priceOf: (product: Product) => number
  /** The id of the error of a submit without products. */
  errorId?: string | undefined
  ProductDialog: NewProductDialog
  /** Gets a product that was added here, before it is chosen. The list does not have it yet. */
  onCreated: (product: Product) => void
  /** How often a product is on the lines, for example '2 in the sale', or null. */
  describeLine: (product: Product) => string | null
  onChoose: (product: Product, how: HowChosen) => void
}

const debounce = 300

export function ProductSearch(props: ProductSearchProps) {
  const { ref, products, failure, priceOf, errorId, ProductDialog } = props
  const { describeLine, onCreated, onChoose } = props
  const [search, setSearch] = useState('')
  /** The search that the list shows, after the debounce. */
  const [applied, setApplied] = useState('')
  /** The search that Enter found to be no product's code. */
  const [unknownCode, setUnknownCode] = useState<string | null>(null)
  const [newCode, setNewCode] = useState<string | null>(null)
  const [created, setCreated] = useState<Product | null>(null)
  /** The search whose list the user has had the time to see. */
  const settled = useRef('')
  /** When a character was typed, if no other key was pressed since. */
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const noticeId = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const field = useMergedRef(ref)
  const listbox = useListbox()
  const pickerSearch = usePickerSearch(products.data, productColumns)
  const matches = useMemo(() => pickerSearch.find(applied), [pickerSearch, applied])

  useScanner({
    search: field,
    find: pickerSearch.findByCode,
    onScan: (product) => onChoose(product, 'code'),
    onUnknown(text) {
      field.current?.focus()
      flushSync(() => change(text))
      noteUnknown(text)
      soundErrorTone()
    },
    onStray(text) {
      if (!products.data) return
      toastError(unknownCodeMessage(text))
      soundErrorTone()
    },
  })

  useEffect(() => {
    const timer = setTimeout(() => {
      settled.current = search
      setApplied(search)
    }, debounce)
    return () => clearTimeout(timer)
  }, [search])

  const isOpen = hasFocus && applied.trim() !== '' && search.trim() !== ''
  const found = useKeptOptions(matches, products.data, isOpen ? applied : null)
  useScrollToTopOnShortScreen(field, isOpen)
  // The code may belong to a product that has loaded, or that another user has added, meanwhile.
  const isUnknown = unknownCode === search && products.data && !pickerSearch.findByCode(search)
  const unknown = isOpen && isUnknown ? search.trim() : null
  const shown = isOpen && unknown === null ? found.rows : []
  const isEmpty = isOpen && unknown === null && products.data && found.rows.length === 0

  function change(text: string) {
    settled.current = ''
    setSearch(text)
    setUnknownCode(null)
    listbox.resetActive()
    if (text.trim() === '') setApplied('')
  }

  function describeAdded(product: Product) {
    const line = describeLine(product)
    return line && `Added ${product.name}, ${line}.`
  }

  function choose(product: Product, how: HowChosen) {
    change('')
    onChoose(product, how)
  }

  /** Enter and the arrows use the typed text, so that fast typing does not depend on the debounce. */
  function onKeyDown(event: KeyboardEvent) {
    const isFast = event.timeStamp - typedAt.current <= longestPause
    typedAt.current = event.key.length === 1 ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return change('')
    const isEnter = event.key === 'Enter'
    if (isEnter) event.preventDefault()
    if (search.trim() === '') return
    if (isEnter) return chooseByEnter(isFast)
    const { rows } = search === applied ? found : pickerSearch.find(search)
    if (!listbox.moveByKey(event, rows)) return
    settled.current = search
    setUnknownCode(null)
    setApplied(search)
  }

  /** A scanner types faster than the list appears. Then only a whole code adds a product by its code. */
  function chooseByEnter(isFast: boolean) {
    const scanned = pickerSearch.findByCode(search)
    if (scanned) return choose(scanned, 'code')
    // On a slow machine, the list of the last character may appear before the Enter that followed at once.
    const isSeen = !isFast && settled.current === search && unknown === null
    const { rows } = isSeen ? found : pickerSearch.findByText(search)
    const active = listbox.findActive(rows)
    if (active && found.removed.has(active.id)) return
    if (active) return choose(active, 'keyboard')
    noteUnknown(search)
    if (isFast) soundErrorTone()
  }

  function noteUnknown(text: string) {
    setApplied(text)
    // The next scan replaces it.
    field.current?.select()
    if (isProductCode(text.trim())) setUnknownCode(text)
  }

  function addProduct(code: string) {
    // The button disappears, and the dialog returns the focus to where it was.
    field.current?.focus()
    setNewCode(code)
  }

  return (
    <>
      <div className="relative flex gap-2">
        <div
          className="min-w-0 flex-1"
          onFocus={() => setHasFocus(true)}
          onBlur={({ currentTarget, relatedTarget }) =>
            setHasFocus(currentTarget.contains(relatedTarget))
          }
        >
          <Search
            aria-hidden
            className="pointer-events-none absolute top-5 left-3 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            ref={field}
            {...listbox.fieldProps(shown)}
            aria-label="Search products by name or category"
            aria-invalid={errorId !== undefined}
            aria-describedby={describedBy(errorId, unknown === null ? undefined : noticeId)}
            placeholder="Search products by name or category..."
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            value={search}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            // A sticky field below the header is in view, so focusing it must not scroll.
            className="-scroll-mt-4 pl-9 text-ellipsis max-sm:pr-1 max-sm:placeholder:text-xs max-sm:aria-invalid:scroll-mt-20"
          />
          {isOpen && shown.length > 0 && (
            <ListboxOptions
              key={applied}
              listbox={listbox}
              label="Products"
              found={found}
              className={cn(panelClass, 'max-h-[min(24rem,50svh)]')}
              onChoose={(product, pointerType) =>
                choose(product, pointerType === 'touch' ? 'touch' : 'pointer')
              }
            >
              {(product) => <ProductOption product={product} price={priceOf(product)} />}
            </ListboxOptions>
          )}
          {isOpen && !products.data && (
            <div className={panelClass}>
              <ListPlaceholder
                list={{
                  isError: products.isError,
                  refetch: () => {
                    field.current?.focus()
                    products.refetch()
                  },
                }}
                loading="Loading products..."
                failure={failure}
              />
            </div>
          )}
          <div
            className={cn(
              isEmpty || unknown !== null
                ? [panelClass, 'grid justify-items-center gap-3 px-4 py-8 text-center text-sm']
                : 'contents',
            )}
          >
            <output className={isEmpty ? undefined : 'sr-only'}>
              {isEmpty ? 'No items found' : formatResultCount(shown.length && found.count)}
            </output>
            {unknown !== null && (
              <UnknownCodeNotice id={noticeId} code={unknown} onAdd={() => addProduct(unknown)} />
            )}
          </div>
        </div>
        <ProductScan
          products={products}
          failure={failure}
          findByCode={pickerSearch.findByCode}
          describeAdded={describeAdded}
          isPaused={newCode !== null}
          created={created}
          onFound={(product) => choose(product, 'code')}
          onAddProduct={addProduct}
        />
      </div>
      {/* Not inside, where its focus would count as the search's. */}
      {newCode !== null && (
        <ProductDialog
          editing="new"
          code={newCode}
          onCreated={(product) => {
            setCreated(product)
            onCreated(product)
            choose(product, 'code')
          }}
          onClose={() => setNewCode(null)}
        />
      )}
    </>
  )
}

function describedBy(...ids: (string | undefined)[]) {
  return ids.filter(Boolean).join(' ') || undefined
}

const panelClass = `absolute inset-x-0 top-full z-40 mt-1.5 rounded-lg border bg-popover
  text-popover-foreground shadow-lg`
