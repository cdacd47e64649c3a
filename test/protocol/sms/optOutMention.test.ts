import { planSmsToGroup } from '../../../protocol/sms/send';
import { invalidInput } from '../helpers';
import { now, options, plan, rejected } from './sending';

const required = { category: 'marketing', optOutMention: 'required' } as const;

describe('a marketing text that says how to unsubscribe', () => {
	it.each([
		'Sale. STOP 36180',
		'Sale. STOP SMS',
		'Soldes -20%. Stop au 36180',
		'Sale.STOP:36111',
		'Sale. StopSMS au 36180',
		'Désabonnement : exemple.fr/d',
		'Soldes. Se desabonner : exemple.fr',
		'Pour vous de\u0301sinscrire : exemple.fr',
		'Sale https://example.com/unsubscribe?id=4',
		'Sale https://example.com/s/stop',
		'Reply OPT-OUT',
		'Sale. STOP36180',
		"Don't miss it. STOP 36180",
		'Soldes sans fin. Sans STOP 36180 de votre part, à bientôt',
		'Why not? STOP',
		"Don't stop! STOP 36180",
		'Les prix montent STOP',
		'Soldes -20%. -STOP 36180',
		'Soldes chez Marie. STOP-36180',
		'Soldes jusqu’au 24/12-STOP 36180',
		'Infos : 01 23 45 67 89-STOP au 36180',
		'Ne ratez jamais STOP -36180',
		'ARRÊT au 75180',
		'Pour ne plus rien recevoir : ARRET au 36180',
		'Arrêt : 36180',
		'ARRE\u0302T 36180',
		'Soldes -20%. Répondez « stop » pour ne plus rien recevoir',
		'Sale. Reply with Stop to end these messages',
		'Sale. To end these messages: stop',
		'Sale. Stop: example.com/u',
		'Sale. stop.example.com/4711',
		'Sale. Stop (36180)',
		'Soldes -20%. Stop, 36180',
		'Soldes -20%. Stop pub au 36180',
		'Soldes -20%. Stop gratuit au 36 180',
		'Soldes -20%. Stop https://exemple.fr/u/4711',
		'Soldes -20%. Répondez à ce SMS par stop pour ne plus en recevoir',
		'Soldes -20%. Envoyez le mot stop à ce numéro',
	])('%s', (text) => {
		expect(plan({ ...required, text }).to).toHaveLength(1);
	});
});

describe('a marketing text is rejected', () => {
	it.each([
		'Sale.',
		'Ouvert non-stop ce samedi',
		'A one-stop shop',
		'Stop-over',
		'A nonstop sale',
		'Stopover in Paris',
		'Our stops',
		'BUSSTOP',
		'Stopp',
		"Don't stop!",
		'Don’t stop the music',
		'We never stop',
		`We never${' '.repeat(200)}stop`,
		'Soldes sans stop ce samedi',
		'Ouvert non-stop 365 jours',
		'Ouvert non stop de 9 h à 19 h, -20% ce samedi',
		'SERVICE TRAITEUR NON STOP',
		'Stop aux kilos ! -20%',
		'Stop: le tabac, nos conseils en pharmacie',
		'Stop aux kilos ! Répondez OUI pour un essai',
		'Arrêt de bus 12',
		'Braderie ! Bus 12, arrêt 75011 Paris',
		'Soldes ! Arrêt 361800',
		'Ouvert sans arrêt 365 jours par an',
		'Tram 3, arrêt 250 m après la gare',
		'Pour ne plus rien recevoir : https://exemple.fr/u/4711',
	])('%s', (text) => {
		expect(rejected({ ...required, text })).toMatchObject({
			field: 'text',
			message: "The text doesn't mention how to unsubscribe, as marketing messages must.",
		});
	});

	it('where it has to be in the text by default', () =>
		expect(rejected({ text: 'Sale.', optOutMention: undefined }).field).toBe('text'));

	it('to a group, too', () => {
		const group = { ...options, ...required, groupId: '12' };
		expect(invalidInput(() => planSmsToGroup({ ...group, text: 'Sale.' }, now)).field).toBe('text');
		expect(planSmsToGroup({ ...group, text: 'Sale. STOP 36180' }, now).exchanges).toHaveLength(1);
	});

	it('where one of its recipients would not read it', () => {
		const text = 'Sale. %1%';
		const [first, second] = [
			{ to: '33600123401', variables: ['STOP 36180'] },
			{ to: '33600123402', variables: ['Bye'] },
		];
		expect(plan({ ...required, text, recipients: [first] }).to).toHaveLength(1);
		expect(rejected({ ...required, text, recipients: [first, second] }).message).toBe(
			"A personalized text doesn't mention how to unsubscribe, as marketing messages must.",
		);
	});

	it('at once, however many words in it come close', () => {
		const words = "don't stop ".repeat(90_000);
		expect(rejected({ ...required, text: words }).message).toContain("doesn't mention how to unsubscribe");
		const truncated = { ...required, truncate: true, text: `${'x'.repeat(1300)} ${' stop'.repeat(200_000)}` };
		expect(rejected(truncated).message).toContain('would be truncated');
	});

	it('where the service would truncate the mention', () => {
		const truncated = { ...required, truncate: true, maxSegments: 1 };
		expect(rejected({ ...truncated, text: `${'x'.repeat(150)} STOP 36180` }).message).toBe(
			'The text would be truncated before its opt-out mention ends.',
		);
		expect(plan({ ...truncated, text: `STOP 36180 ${'x'.repeat(200)} STOP 36180` }).segments).toBe(1);
		expect(plan({ ...truncated, text: `STOP 36180 ${'x'.repeat(200)}` }).segments).toBe(1);
		expect(plan({ ...truncated, text: `${'x'.repeat(149)} STOP 36180` }).segments).toBe(1);
		expect(rejected({ ...truncated, text: `${'x'.repeat(149)} STOP - 36180` }).field).toBe('text');
		const atEnd = `${'x'.repeat(440)} STOP 36180`;
		expect(plan({ ...truncated, maxSegments: 3, text: atEnd }).segments).toBe(3);
	});
});

it('no text is checked where its author answers for it, or it is no marketing', () => {
	expect(plan({ category: 'marketing', optOutMention: 'notChecked', text: 'Sale.' }).to).toHaveLength(1);
	expect(plan({ category: 'alert', optOutMention: 'required', text: 'Your code is 4711' }).to).toHaveLength(
		1,
	);
});
