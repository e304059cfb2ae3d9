import type { Product } from '@stockie/contracts'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { categoryLabel } from '@/lib/format'
import { useMergedRef } from '@/lib/hooks/use-merged-ref'
import type { IndexedColumn } from '@/lib/rows/indexed-column'
import { formatResultCount, ListboxOptions, useListbox, usePickerSearch } from './listbox'
import { ProductOption } from './product-option'
import { useKeptOptions } from './use-kept-options'

/** A phone in landscape or a page at 200 % zoom, with no room for results below a field in the middle. */
const shortScreen = '(height < 30rem)'

/** On a short screen, scrolls the field up to the header to make room for its results. */
function useScrollToTopOnShortScreen(field: RefObject<HTMLElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    if (isOpen && window.matchMedia(shortScreen).matches) field.current?.scrollIntoView()
  }, [field, isOpen])
}

interface ProductSearchProps {
  ref: Ref<HTMLInputElement>
  products: { data: Product[] | undefined; isError: boolean; refetch: () => unknown }
  failure: string
  /** The price of a product on a line; in a purchase, its cost. */
  priceOf: (product: Product) => number
  /** The id of the error of a submit without products. */
  errorId?: string | undefined
  onChoose: (product: Product, how: 'keyboard' | 'pointer' | 'touch') => void
}

const debounce = 300

const columns: IndexedColumn<Product>[] = [
  { id: 'name', value: ({ name }) => name },
  { id: 'category', value: categoryLabel },
]

export function ProductSearch(props: ProductSearchProps) {
  const { ref, products, failure, priceOf, errorId, onChoose } = props
  const [search, setSearch] = useState('')
  /** The search that the list shows, after the debounce. */
  const [applied, setApplied] = useState('')
  const [hasFocus, setHasFocus] = useState(false)
  const field = useMergedRef(ref)
  const listbox = useListbox()
  const pickerSearch = usePickerSearch(products.data, columns)
  const matches = useMemo(() => pickerSearch.find(applied), [pickerSearch, applied])

  useEffect(() => {
    const timer = setTimeout(() => setApplied(search), debounce)
    return () => clearTimeout(timer)
  }, [search])

  const isOpen = hasFocus && applied.trim() !== '' && search.trim() !== ''
  const found = useKeptOptions(matches, products.data, isOpen ? applied : null)
  useScrollToTopOnShortScreen(field, isOpen)
  const isEmpty = isOpen && products.data !== undefined && found.rows.length === 0
  const shown = isOpen ? found.rows : []

  function change(text: string) {
    setSearch(text)
    listbox.resetActive()
    if (text.trim() === '') setApplied('')
  }

  function choose(product: Product, how: 'keyboard' | 'pointer' | 'touch') {
    change('')
    onChoose(product, how)
  }

  /** Enter and the arrows use the typed text, so that fast typing does not depend on the debounce. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return change('')
    const isEnter = event.key === 'Enter'
    if (isEnter) event.preventDefault()
    if (search.trim() === '') return
    const { rows } = search === applied ? found : pickerSearch.find(search)
    const active = listbox.findActive(rows)
    if (isEnter && active && found.removed.has(active.id)) return
    if (isEnter && active) return choose(active, 'keyboard')
    if (isEnter || listbox.moveByKey(event, rows)) setApplied(search)
  }

  return (
    <div
      className="relative"
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
        aria-describedby={errorId}
        placeholder="Search products by name or category..."
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={search}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        // A sticky field below the header is in view, so focusing it must not scroll.
        className="-scroll-mt-4 pl-9 max-sm:aria-invalid:scroll-mt-20"
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
      <output className={isEmpty ? cn(panelClass, 'px-4 py-8 text-center text-sm') : 'sr-only'}>
        {isEmpty ? 'No items found' : formatResultCount(shown.length && found.count)}
      </output>
    </div>
  )
}

const panelClass = `absolute inset-x-0 top-full z-40 mt-1.5 rounded-lg border bg-popover
  text-popover-foreground shadow-lg`
