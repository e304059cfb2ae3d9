import { Eye, Pencil, Trash2 } from 'lucide-react'

import { Button } from '@/components/ui/button'

const icons = { Edit: Pencil, View: Eye }

interface RowButtonsProps {
  open: keyof typeof icons
  onOpen: () => void
  onDelete: () => void
}

export function RowButtons({ open, onOpen, onDelete }: RowButtonsProps) {
  const Icon = icons[open]
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={open} onClick={onOpen}>
        <Icon aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Delete"
        onClick={onDelete}
        className="text-destructive hover:text-destructive"
      >
        <Trash2 aria-hidden />
      </Button>
    </>
  )
}
