import { failureStatuses } from './leads/lead/status/failureStatuses.ts'

/** Option lists of specification 3 that are not simply every record of a resource. */
export const optionLists = [
  {
    name: 'brokersForSend',
    api: 'broker/all/for/send',
    permission: 'options.brokers.send',
    of: 'brokers',
  },
  {
    name: 'sentLeadStatuses',
    api: 'lead/last/statuses/all',
    permission: 'options.statusesOfSent.all',
  },
  {
    name: 'sentHistoryFailureStatuses',
    api: 'lead/history/send/failure/statuses',
    permission: 'options.statuses.sendHistoryFailure',
    words: failureStatuses,
  },
] as const
