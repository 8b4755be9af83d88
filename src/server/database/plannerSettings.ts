/**
 * How every session plans: a page found by an index costs little more than the next one, on today's disks and in memory;
 * and fresh rows wait in at most 512 kB (of 4 MB) beside a search index, because each search reads them all.
 */
export const plannerSettings = { random_page_cost: '1.1', gin_pending_list_limit: '512' }
