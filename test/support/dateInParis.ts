/** The date in Paris so many days from now, as French people write it: `31/12/2026`. */
export const dateInParis = (days: number): string =>
	new Intl.DateTimeFormat('fr-FR', {
		timeZone: 'Europe/Paris',
		day: '2-digit',
		month: '2-digit',
		year: 'numeric',
	}).format(Date.now() + days * 86_400_000);
