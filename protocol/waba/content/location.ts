import { InvalidInput } from '../../errors';
import { contentOf, type WabaContent } from './content';
import { optionalMember } from '../../content/texts';

export interface LocationMessage {
	/** Degrees, north positive. */
	latitude: number;
	/** Degrees, east positive. */
	longitude: number;
	name?: string | undefined;
	address?: string | undefined;
}

function degrees(value: number, field: string, most: number): number {
	if (Number.isFinite(value) && Math.abs(value) <= most) return value;
	throw new InvalidInput(
		field,
		`It must be a number from -${most} to ${most}.`,
		'Write degrees with a decimal point: 48.8584.',
	);
}

/**
 * A place on the map ("Business messaging (WABA) API": send location).
 *
 * @throws InvalidInput (`latitude`, `longitude`, `name`, `address`)
 */
export function locationContent({ latitude, longitude, name, address }: LocationMessage): WabaContent {
	return contentOf({
		type: 'location',
		location: {
			longitude: degrees(longitude, 'longitude', 180),
			latitude: degrees(latitude, 'latitude', 90),
			...optionalMember('name', name, { field: 'name', what: 'the name' }),
			...optionalMember('address', address, { field: 'address', what: 'the address' }),
		},
	});
}
