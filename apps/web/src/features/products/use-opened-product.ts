import type { Product } from '@stockie/contracts'
import { useState } from 'react'

/**
 * The product whose movements are open, as the list has it now, on whichever page. One that was
 * deleted meanwhile stays as it was last, as does one that is being closed.
 */
export function useOpenedProduct(list: Product[] | undefined) {
  const [product, setProduct] = useState<Product | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const now = product && list?.find(({ id }) => id === product.id)
  if (now && now !== product) setProduct(now)

  function open(opened: Product) {
    setProduct(opened)
    setIsOpen(true)
  }

  return { product, isOpen, open, close: () => setIsOpen(false) }
}
