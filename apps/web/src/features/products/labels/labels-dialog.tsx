import type { Product } from '@stockie/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useId, useState } from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { ApiError } from '@/lib/api/api-client'
import { readStored, writeStored } from '@/lib/browser-storage'
import { formatCount } from '@/lib/format'
import { importFailure, importOrReload } from '@/lib/lazy-import'
import { products } from '@/resources/products'
import { drawBarcode, type LabelBarcode, type LabelLayout, labelLayouts } from './label-layout'
import { LabelRow } from './label-row'
import { LabelSheet } from './label-sheet'
import { createShopCode } from './shop-codes'

interface LabelsDialogProps {
  /** Of the selected products. */
  ids: readonly number[]
  onClose: () => void
}

/** Prints labels with the codes of products. */
export function LabelsDialog({ ids, onClose }: LabelsDialogProps) {
  const [layout, setLayout] = useLayout()
  const { encode, error: loadError } = useEncoder()
  const [perProduct, setPerProduct] = useState<'one' | 'stock'>('one')
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [isPrinting, setIsPrinting] = useState(false)
  const { rows, createCode, creating, created, error: saveError } = useCodedProducts()
  const layoutId = useId()
  const countId = useId()

  const byId = new Map(rows.map((product) => [product.id, product]))
  // In the order of the table.
  const lines = ids.flatMap((id) => {
    const product = byId.get(id)
    if (!product) return []
    const text = typed.get(id) ?? String(perProduct === 'one' ? 1 : stockCountOf(product))
    const barcode = product.code && encode ? drawBarcode(encode, product.code, layout) : null
    const state = stateOf(product, encode, barcode)
    return [{ product, text, count: toCount(text), barcode, state }]
  })
  const printable = lines.flatMap(({ product, count, barcode }) =>
    barcode ? [{ product, count: count ?? 0, barcode }] : [],
  )
  const total = printable.reduce((sum, { count }) => sum + count, 0)
  const isInvalid = lines.some(({ count, barcode }) => barcode && count === null)
  const problem = problemOf(total, isInvalid)
  const cannotPrint = total === 0 || problem !== undefined

  function print() {
    if (!cannotPrint) setIsPrinting(true)
  }

  function choosePerProduct(choice: string) {
    setPerProduct(choice === 'stock' ? 'stock' : 'one')
    setTyped(new Map())
  }

  return (
    <ModalDialog
      title="Print labels"
      description="Each label has the name, the price and the barcode of a product."
      onClose={onClose}
    >
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <div className="grid gap-1.5">
          <Label htmlFor={layoutId}>Paper</Label>
          <NativeSelect
            id={layoutId}
            value={layout}
            onChange={({ target }) => setLayout(target.value)}
          >
            {Object.entries(labelLayouts).map(([name, { title }]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor={countId}>Labels per product</Label>
          <NativeSelect
            id={countId}
            value={perProduct}
            onChange={({ target }) => choosePerProduct(target.value)}
          >
            <option value="one">One</option>
            <option value="stock">As many as in stock</option>
          </NativeSelect>
        </div>
      </div>
      <ul className="mt-4 max-h-[40svh] min-h-16 divide-y overflow-y-auto rounded-md border">
        {lines.map(({ product, text, count, state }) => (
          <LabelRow
            key={product.id}
            product={product}
            state={state}
            count={text}
            isInvalid={count === null}
            isCreating={creating === product.id}
            mayCreate={creating === null}
            hasNewCode={created === product.id}
            onCount={(value) => setTyped((before) => new Map(before).set(product.id, value))}
            onCreateCode={() => createCode(product)}
          />
        ))}
      </ul>
      <div className="mt-4 grid gap-3">
        <FormError message={problem ?? saveError ?? loadError} />
      </div>
      <DialogFooter className="mt-4">
        <Button type="button" variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button type="button" aria-disabled={cannotPrint} onClick={print} className="min-w-24">
          {`Print (${formatCount(total)})`}
        </Button>
      </DialogFooter>
      {isPrinting && (
        <LabelSheet labels={printable} layout={layout} onPrinted={() => setIsPrinting(false)} />
      )}
    </ModalDialog>
  )
}

const maxPerProduct = 999
/** A browser needs some seconds for as many pages. */
const maxTotal = 2_000

function stockCountOf({ stock }: Product) {
  return Math.min(Math.max(0, stock), maxPerProduct)
}

/** Null if the text is not a whole number in the range. */
function toCount(text: string) {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null
}

function problemOf(total: number, isInvalid: boolean) {
  if (isInvalid) return `Enter whole numbers from 0 to ${maxPerProduct}.`
  return total > maxTotal ? `Print at most ${formatCount(maxTotal)} labels at once.` : undefined
}

function stateOf(
  { code }: Product,
  encode: Encoder | null,
  barcode: LabelBarcode | null,
): ComponentProps<typeof LabelRow>['state'] {
  if (!code) return 'noCode'
  if (!encode || barcode) return 'ready'
  return drawBarcode(encode, code, 'a4') ? 'tooLongForRoll' : 'tooLong'
}

const layoutKey = 'stockie-label-layout'

/** The paper of this till, which stays for the next time. */
function useLayout() {
  const [layout, setLayout] = useState<LabelLayout>(readStored(layoutKey) === 'a4' ? 'a4' : 'roll')

  function choose(name: string) {
    setLayout(name === 'a4' ? 'a4' : 'roll')
    writeStored(layoutKey, name)
  }

  return [layout, choose] as const
}

type Encoder = typeof import('@/lib/barcodes/barcode-bars').encodeBars

/** Loads the drawing of barcodes, which no other screen needs. */
function useEncoder() {
  const [encode, setEncode] = useState<Encoder | null>(null)
  const [error, setError] = useState<string>()
  useEffect(() => {
    importOrReload(() => import('@/lib/barcodes/barcode-bars')).then(
      (file) => setEncode(() => file.encodeBars),
      (reason: unknown) => setError(importFailure(reason)),
    )
  }, [])
  return { encode, error }
}

/** The products of the list, each with the code that it got here before the list is read again. */
function useCodedProducts() {
  const list = useQuery(products.list()).data ?? []
  const [saved, setSaved] = useState<ReadonlyMap<number, Product>>(new Map())
  const { mutate, isPending, variables, data, error } = useMutation({
    ...createShopCode,
    onSuccess: (product) => setSaved((before) => new Map(before).set(product.id, product)),
  })
  const rows = list.map((product) => {
    const coded = saved.get(product.id)
    return coded && coded.version > product.version ? coded : product
  })
  return {
    rows,
    createCode: (product: Product) => {
      if (!isPending) mutate({ product, rows })
    },
    creating: isPending ? variables.product.id : null,
    /** The product that got a code last. */
    created: data?.id,
    error: error ? refusalOf(error) : undefined,
  }
}

/** The API may refuse another field than the code: a product without a category, for example. */
function refusalOf(error: Error) {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  return error.errors[0]?.message ?? error.message
}
