import { logoLimits, logoTypes, type Shop } from '@stockie/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'

import { logoOf } from '@/components/slip/shop-settings'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { ApiError } from '@/lib/api/api-client'

import { changeLogo, removeLogo } from './shop-requests'

/** The logo of the shop, with buttons that choose another one and remove it. */
export function LogoField({ saved }: { saved: Shop }) {
  const { data: logo } = useQuery({ ...logoOf(saved), enabled: saved.hasLogo })
  const change = useMutation({
    ...changeLogo,
    meta: { ...changeLogo.meta, isShownOnScreen: isRefused },
  })
  const remove = useMutation(removeLogo(logo))
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const isBusy = change.isPending || remove.isPending
  const refusal = problem ?? (isRefused(change.error) ? change.error.message : undefined)

  function upload(file: File | undefined) {
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
    if (!file || isBusy) return
    const found = findProblem(file)
    setProblem(found)
    if (found === undefined) change.mutate(file)
  }

  return (
    <div className="grid justify-items-start gap-4">
      {saved.hasLogo && <Picture logo={logo} />}
      {!saved.hasLogo && <p className="text-sm text-muted-foreground">The shop has no logo yet.</p>}
      {refusal !== undefined && (
        <p role="alert" className="text-sm text-destructive">
          {refusal}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(',')}
        aria-label="Logo file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => upload(event.target.files?.[0])}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-disabled={isBusy} onClick={() => input.current?.click()}>
          {change.isPending ? <Spinner /> : <ImageUp aria-hidden />}
          Choose logo
        </Button>
        {saved.hasLogo && (
          <Button
            variant="outline"
            aria-disabled={isBusy}
            onClick={() => !isBusy && remove.mutate(undefined)}
          >
            {remove.isPending ? <Spinner /> : <Trash2 aria-hidden />}
            Remove logo
          </Button>
        )}
      </div>
    </div>
  )
}

function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && [413, 415, 422].includes(error.status)
}

/** What the API would refuse after the upload. */
function findProblem({ size, type }: File) {
  if (!logoTypes.some((known) => known === type)) return 'The logo must be a PNG or a JPEG.'
  if (size > logoLimits.bytes) return `The logo must have at most ${logoLimits.bytes / 1024} kB.`
  return undefined
}

/** On white, as on paper. The box keeps its height while the picture loads. */
function Picture({ logo }: { logo: Blob | undefined }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !logo) return undefined
      image.src = URL.createObjectURL(logo)
      return () => URL.revokeObjectURL(image.src)
    },
    [logo],
  )
  return (
    <div className="flex h-32 max-w-full min-w-32 items-center justify-center rounded-md border bg-white p-3">
      {logo && (
        <img ref={show} alt="Logo of the shop" className="max-h-full max-w-full object-contain" />
      )}
    </div>
  )
}
