import { useStore } from 'react-admin'

/** Whether keys without Ctrl do anything: people who speak to their computer switch them off (WCAG 2.1.4). */
export const useSingleKeys = () => useStore('shortcuts.single_keys', true)
