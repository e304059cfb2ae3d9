import {
  findWrongCheckDigit,
  isProductCode,
  isRetailBarcode,
  products as contract,
  type Product,
} from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { CrudDialogProps } from '@/components/crud/crud-resource'
import { RecordDialog } from '@/components/crud/record-dialog'
import { CategoryField } from '@/components/form/category-field'
import { warnOfName } from '@/components/form/duplicate-warning'
import { NumberField } from '@/components/form/number-field'
import { TextAreaField } from '@/components/form/text-area-field'
import { TextField } from '@/components/form/text-field'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { ScanButton } from '@/components/scanner/scan-button'
import type { CameraRead } from '@/lib/barcodes/barcode-reader'
import { categories } from '@/resources/categories'
import { products } from '@/resources/products'

import { StockField } from './stock-field'

const ScanDialog = lazyDialog(() =>
  import('@/components/scanner/scan-dialog').then((file) => file.ScanDialog),
)

interface ProductDialogProps extends CrudDialogProps<Product> {
  /** The code of a new product. */
  code?: string
  onCreated?: (product: Product) => void
}

const codeChange = { shouldDirty: true, shouldValidate: true }

export function ProductDialog({ editing, code, onCreated, onClose }: ProductDialogProps) {
  const list = useQuery(categories.list())
  const row = editing === 'new' ? null : editing
  const { data: rows } = useQuery(products.list())
  const stockNow = rows?.find(({ id }) => id === row?.id)?.stock
  return (
    <RecordDialog
      resource={products}
      contract={contract}
      editing={editing}
      add={{
        title: 'Add Product',
        description: 'Add a new product by filling in the details below.',
      }}
      edit={{ title: 'Edit Product', description: 'Edit the details of the product.' }}
      loadError={list.data ? null : list.error}
      valuesOf={(shown) => ({
        name: shown?.name ?? '',
        categoryId: shown && shown.categoryName !== null ? shown.categoryId : '',
        cost: shown?.cost ?? '',
        price: shown?.price ?? '',
        stock: shown?.stock ?? '',
        description: shown?.description ?? '',
        code: shown?.code ?? '',
        reorderLevel: shown?.reorderLevel ?? '',
        reorderTarget: shown?.reorderTarget ?? '',
        // Lets the API keep sales made while the form is open.
        ...(shown && { baseStock: shown.stock }),
      })}
      given={code === undefined ? undefined : { code }}
      onCreated={onCreated}
      onClose={onClose}
      onScan={(scanned, form) => {
        form.setValue('code', scanned, codeChange)
        form.setFocus('code', { shouldSelect: true })
      }}
    >
      {(form, hasUnanswered) => {
        const { register, watch, control, setValue, formState } = form
        const { errors } = formState
        return (
          <>
            <TextField
              label="Name"
              placeholder="Enter name"
              error={errors.name?.message}
              warning={warnOfName(rows, row, watch('name'))}
              {...register('name')}
            />
            <CategoryField
              control={control}
              name="categoryId"
              categories={list}
              current={row ? categoryIn(row) : undefined}
            />
            <div className="grid gap-[inherit] sm:grid-cols-2 sm:gap-x-4">
              <NumberField
                label="Cost"
                placeholder="Enter cost"
                error={errors.cost?.message}
                {...register('cost')}
              />
              <NumberField
                label="Price"
                placeholder="Enter price"
                error={errors.price?.message}
                {...register('price')}
              />
            </div>
            <StockField form={form} stockNow={stockNow} hasUnanswered={hasUnanswered} />
            <TextAreaField
              label="Description"
              placeholder="Enter description"
              rows={3}
              error={errors.description?.message}
              {...register('description')}
            />
            <TextField
              label="Code"
              placeholder="Enter or scan code"
              error={errors.code?.message}
              hint={hintAtCheckDigit(watch('code') ?? '')}
              spellCheck={false}
              autoCapitalize="off"
              action={<CodeScan onRead={(scanned) => setValue('code', scanned, codeChange)} />}
              {...register('code')}
            />
            <div className="grid gap-[inherit] sm:grid-cols-2 sm:gap-x-4">
              <NumberField
                label="Reorder Level"
                placeholder="9"
                error={errors.reorderLevel?.message}
                {...register('reorderLevel')}
              />
              <NumberField
                label="Reorder Target"
                placeholder="None"
                error={errors.reorderTarget?.message}
                warning={targetWarning(form.watch(['reorderLevel', 'reorderTarget']))}
                {...register('reorderTarget')}
              />
            </div>
          </>
        )
      }}
    </RecordDialog>
  )
}

/** A target below the level is reached and listed at the same time. */
function targetWarning([level, target]: readonly unknown[]) {
  const isLower = level !== '' && target !== '' && Number(target) < Number(level)
  return isLower ? 'Below the reorder level' : undefined
}

/** Fills the field with what the camera reads first. */
function CodeScan({ onRead }: { onRead: (code: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)

  function read({ added }: CameraRead) {
    // Packages carry other codes beside their barcode, such as the QR code of an address.
    const code = added.find(isRetailBarcode) ?? added.find(isOtherCode)
    if (code === undefined) return
    // Not every browser can vibrate.
    navigator.vibrate?.(80)
    onRead(code)
    setIsOpen(false)
  }

  return (
    <>
      <ScanButton onClick={() => setIsOpen(true)} />
      {isOpen && (
        <ScanDialog
          description="Hold the barcode of the product in the frame."
          onRead={read}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function isOtherCode(code: string) {
  return isProductCode(code) && !code.includes('://')
}

/** A code may have any digits, but a mistyped one of a barcode has a wrong last digit. */
function hintAtCheckDigit(code: string) {
  const wrong = findWrongCheckDigit(code.trim())
  return wrong && `The last digit of this ${wrong.kind} should be ${wrong.expected}.`
}

function categoryIn({ categoryId, categoryName }: Product) {
  return categoryName === null ? null : { id: categoryId, name: categoryName }
}
