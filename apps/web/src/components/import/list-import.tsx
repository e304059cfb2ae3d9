import { importRoles, type ImportResource } from '@stockie/contracts'
import { FileUp } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '@/components/lazy-dialog'
import { Button } from '@/components/ui/button'
import { useSession } from '@/lib/session/session-store'

const ImportDialog = lazyDialog(() => import('./import-dialog').then((file) => file.ImportDialog))

/** Owners and managers import records. */
export function useMayImport() {
  const session = useSession()
  return session.authState === 'Success' && importRoles.includes(session.role)
}

/** The import of a list, if the user may use it: its button, its item of the View menu, and its dialog. */
export function useListImport(resource: ImportResource) {
  const [isOpen, setIsOpen] = useState(false)
  const mayImport = useMayImport()
  if (!mayImport) return null

  const open = () => setIsOpen(true)
  return {
    /** In a toolbar, a narrow screen has room only for its icon, and a phone not even for that. */
    button: (isInToolbar: boolean) => (
      <Button
        variant="outline"
        title={isInToolbar ? 'Import' : undefined}
        className={isInToolbar ? 'max-2xl:w-10 max-2xl:px-0 max-sm:hidden' : undefined}
        onClick={open}
      >
        <FileUp aria-hidden />
        <span className={isInToolbar ? 'max-2xl:sr-only' : undefined}>Import</span>
      </Button>
    ),
    menuItem: { label: 'Import', icon: <FileUp aria-hidden />, run: open },
    dialog: isOpen && <ImportDialog resource={resource} onClose={() => setIsOpen(false)} />,
  }
}
