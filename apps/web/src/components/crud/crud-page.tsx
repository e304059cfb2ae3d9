import { Plus } from 'lucide-react'
import { useState, type ComponentType } from 'react'

import { Button } from '@/components/ui/button'

import type { CrudDialogProps } from './crud-resource'
import { ListPage, type ListPageProps } from './list-page'

interface CrudRow {
  id: number
  name: string
}

type ProvidedProps = 'create' | 'getId' | 'rowName' | 'open' | 'onOpen'

interface CrudPageProps<Row extends CrudRow> extends Omit<ListPageProps<Row>, ProvidedProps> {
  /** Mounted only while it is open. */
  Dialog: ComponentType<CrudDialogProps<Row>>
}

/** A screen of records: their list, and the dialog that adds and edits them. */
export function CrudPage<Row extends CrudRow>({ Dialog, ...list }: CrudPageProps<Row>) {
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  return (
    <>
      <ListPage
        {...list}
        create={
          <Button onClick={() => setEditing('new')}>
            <Plus aria-hidden />
            Create
          </Button>
        }
        getId={getId}
        rowName={getName}
        open="Edit"
        onOpen={setEditing}
      />
      {editing !== null && <Dialog editing={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

function getId({ id }: CrudRow) {
  return id
}

function getName({ name }: CrudRow) {
  return name
}
