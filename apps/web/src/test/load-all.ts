import { prepareDialogs } from '@/components/lazy-dialog'

// What a screen fetches when it is first shown is here before any test: a file that ended in the middle of
// such a fetch would leave it failed for the files after it.
const parts = import.meta.glob([
  '../features/**/*-page.tsx',
  '../features/dashboard/daily-chart.tsx',
  '../app/app.tsx',
  '../components/ui/{calendar,sonner}.tsx',
])
await Promise.all(Object.values(parts).map((load) => load()))
await prepareDialogs()
