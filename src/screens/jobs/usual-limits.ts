/** As the contract has them, where nothing else is said: seconds that each phone may take, and phones at once. */
export const usualTimeout = 300
export const usualConcurrency = 20
