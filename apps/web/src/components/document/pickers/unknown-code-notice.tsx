import { isProductCode, type Product } from '@stockie/contracts'
import { Plus } from 'lucide-react'
import type { ComponentType } from 'react'

import { Button } from '@/components/ui/button'

/** The form of a new product with this code. */
export type NewProductDialog = ComponentType<{
  editing: 'new'
  code: string
  onCreated: (product: Product) => void
  onClose: () => void
}>

interface UnknownCodeNoticeProps {
  /** For a field that the notice describes. */
  id?: string
  code: string
  /** Undefined where no product can be added. */
  onAdd: (() => void) | undefined
}

export function unknownCodeMessage(code: string) {
  return `No product has the code "${code}".`
}

/** Offers to add a product with the code, unless no product can have it, such as a long text of a QR code. */
export function UnknownCodeNotice({ id, code, onAdd }: UnknownCodeNoticeProps) {
  return (
    <>
      <p id={id} role="alert" className="line-clamp-3 wrap-anywhere">
        {unknownCodeMessage(code)}
      </p>
      {onAdd && isProductCode(code) && (
        <Button type="button" variant="outline" onClick={onAdd}>
          <Plus aria-hidden />
          Add product
        </Button>
      )}
    </>
  )
}
