/** The fields that name the parameters of postbacks. */
export const postbackParameters = [
  'postback_id',
  'postback_status',
  'postback_ftd',
  'postback_ftd_at',
  'postback_amount',
  'postback_currency',
] as const
