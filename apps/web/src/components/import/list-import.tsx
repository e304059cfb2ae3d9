import { type ActivityResource, importResources } from '@stockie/contracts'
import { FileUp } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy-dialog'
import { Button } from '@/components/ui/button'
import { useSession } from '@/lib/session/session-store'

const ImportDialog = lazyDialog(() => import('./import-dialog').then((file) => file.ImportDialog))

/** Owners and managers import records. */
export function useMayImport() {
  const session = useSession()
  return session.authState === 'Success' && session.role <= 2
}

/** The import of a list, if the user may use it: its button, its item of the View menu, and its dialog. */
export function useListImport(path: ActivityResource) {
  const [isOpen, setIsOpen] = useState(false)
  const mayImport = useMayImport()
  const resource = importResources.find((known) => known === path)
  if (!mayImport || !resource) return null

  const open = () => setIsOpen(true)
  return {
    button: (className?: string) => (
      <Button variant="outline" className={className} onClick={open}>
        <FileUp aria-hidden />
        Import
      </Button>
    ),
    menuItem: { label: 'Import', run: open },
    dialog: isOpen && <ImportDialog resource={resource} onClose={() => setIsOpen(false)} />,
  }
}
