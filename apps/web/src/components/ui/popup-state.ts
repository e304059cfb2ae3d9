import { useState } from 'react'

import { useBackCloses } from '@/lib/overlays/overlay-history'

interface PopupProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Where a popover or a menu covers much of the screen: below Tailwind's sm. */
const phone = '(width < 40rem)'

/** Whether a popover or a menu is open. On a phone, where it covers the page, Back closes it. */
export function usePopupState({ open, onOpenChange }: PopupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const state = {
    open: open ?? isOpen,
    onOpenChange(isWanted: boolean) {
      setIsOpen(isWanted)
      onOpenChange?.(isWanted)
    },
  }
  useBackCloses(state.open && window.matchMedia(phone).matches, () => state.onOpenChange(false))
  return state
}
