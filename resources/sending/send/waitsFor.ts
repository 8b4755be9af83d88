/** What a send in line waits for; of one that was put off its failure status says it (product.md 4.2, 6.4). */
export const waitsFor = {
  job: 'Its job to go on',
  integration: 'Its integration to be active',
  time: 'The time that was set for it',
  pace: 'Its turn in the pace of its job',
  rate: 'The rate of its integration',
  call: 'A free call of its integration',
} as const
