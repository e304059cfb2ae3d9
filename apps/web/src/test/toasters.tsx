import { FallbackToaster, preloadToaster, Toaster, ToastRegion } from '@/components/toaster'

/** As in the app, but without Sonner. */
function FallbackAlone() {
  // LoadedToaster does so in the app.
  preloadToaster()
  return (
    <ToastRegion>
      <FallbackToaster />
    </ToastRegion>
  )
}

/** For tests that must hold for both toasters. */
export const toasters = [
  ['Sonner', Toaster],
  ['the fallback toaster', FallbackAlone],
] as const
