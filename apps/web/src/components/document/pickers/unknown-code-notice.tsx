import { isProductCode } from '@stockie/contracts'
import { Plus } from 'lucide-react'

import { Button } from '@/components/ui/button'

interface UnknownCodeNoticeProps {
  /** For a field that the notice describes. */
  id?: string
  code: string
  onAdd: () => void
}

/** Offers to add a product with the code, unless no product can have it, such as a long text of a QR code. */
export function UnknownCodeNotice({ id, code, onAdd }: UnknownCodeNoticeProps) {
  return (
    <>
      <p id={id} role="alert" className="line-clamp-3 wrap-anywhere">
        {`No product has the code "${code}".`}
      </p>
      {isProductCode(code) && (
        <Button type="button" variant="outline" onClick={onAdd}>
          <Plus aria-hidden />
          Add product
        </Button>
      )}
    </>
  )
}
