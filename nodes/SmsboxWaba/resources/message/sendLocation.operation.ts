import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import { limitsOf } from '../../../../protocol/schema/entries';
import { locationContent, locationMessage } from '../../../../protocol/waba/message';
import { defineSend } from './defineSend';

function coordinateField(displayName: string, name: string, example: number): INodeProperties {
	const { max: limit } = limitsOf(locationMessage, name);
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: -limit, maxValue: limit, numberPrecision: 6 },
		default: 0,
		required: true,
		description: `Degrees from -${limit} to ${limit}, such as ${example}`,
	};
}

const fields: INodeProperties[] = [
	coordinateField('Latitude', 'latitude', 48.8584),
	coordinateField('Longitude', 'longitude', 2.2945),
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Our shop',
		description: 'Place name shown with the map',
	},
	{
		displayName: 'Address',
		name: 'address',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5 avenue Anatole France, Paris',
		description: 'Line below the name; shown only if there is a name',
	},
];

export const sendLocation = defineSend({
	name: 'Send Location',
	value: 'sendLocation',
	action: 'Send a location via WhatsApp',
	description: 'Send a location with its name and address',
	fields,
	readContent(reader) {
		const latitude = reader.number('latitude');
		const longitude = reader.number('longitude');
		// That place lies in the Atlantic: nobody meant it.
		if (latitude === 0 && longitude === 0)
			throw new InvalidInput(
				'latitude',
				'Latitude and longitude are both 0.',
				'Enter the coordinates of the place.',
			);
		return locationContent({
			latitude,
			longitude,
			name: reader.optionalMessageText('name'),
			address: reader.optionalMessageText('address'),
		});
	},
});
