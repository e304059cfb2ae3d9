import { Pencil, Trash2 } from 'lucide-react'

import { Button } from '@/components/ui/button'

interface RowButtonsProps {
  onEdit: () => void
  onDelete: () => void
}

export function RowButtons({ onEdit, onDelete }: RowButtonsProps) {
  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Edit" onClick={onEdit}>
        <Pencil aria-hidden />
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
