import { checkDegrees } from '../../content/degrees';
import { wabaContentOf, type WabaContent } from './content';
import { optionalMember } from '../../content/texts';

export interface LocationMessage {
	/** Degrees, north positive. */
	latitude: number;
	/** Degrees, east positive. */
	longitude: number;
	name?: string | undefined;
	address?: string | undefined;
}

/**
 * A place on the map (service.md#waba-content).
 *
 * @throws InvalidInput (`latitude`, `longitude`, `name`, `address`)
 */
export function locationContent({ latitude, longitude, name, address }: LocationMessage): WabaContent {
	return wabaContentOf({
		type: 'location',
		location: {
			longitude: checkDegrees(longitude, 'longitude', { field: 'longitude', subject: 'The value' }),
			latitude: checkDegrees(latitude, 'latitude', { field: 'latitude', subject: 'The value' }),
			...optionalMember('name', name, { field: 'name', what: 'the name' }),
			...optionalMember('address', address, { field: 'address', what: 'the address' }),
		},
	});
}
