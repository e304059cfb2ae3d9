import { syncWithOtherTabs } from '@/lib/session/other-tabs'

// Called once, as in main.tsx: all files of a worker share one window.
syncWithOtherTabs()
