import type { INodeProperties } from 'n8n-workflow';
import { locationContent } from '../../../../protocol/waba/content/location';
import { defineSend } from './defineSend';

function coordinateField(displayName: string, name: string, limit: number, example: number): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: -limit, maxValue: limit, numberPrecision: 6 },
		default: 0,
		required: true,
		description: `In degrees, -${limit} to ${limit}. For example ${example}.`,
	};
}

const fields: INodeProperties[] = [
	coordinateField('Latitude', 'latitude', 90, 48.8584),
	coordinateField('Longitude', 'longitude', 180, 2.2945),
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Our shop',
		description: 'What stands above the map',
	},
	{
		displayName: 'Address',
		name: 'address',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5 avenue Anatole France, Paris',
		description: 'What stands below the name; WhatsApp shows it only together with a name',
	},
];

export const sendLocation = defineSend({
	name: 'Send Location',
	value: 'sendLocation',
	action: 'Send a location',
	description: 'Send a place on the map',
	fields,
	readContent: (reader) =>
		locationContent({
			latitude: reader.number('latitude'),
			longitude: reader.number('longitude'),
			name: reader.optionalText('name'),
			address: reader.optionalText('address'),
		}),
});
