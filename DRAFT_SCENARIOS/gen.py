import re, textwrap, sys, os
src=open('/work/shared/scenarios/fire_and_fury_1812.md').read()
parts=re.split(r'\n## \d+\. ',src)[1:]
IDS=['cooks_mills','chippawa','sacketts_harbor','hill_at_lundys_lane','new_orleans','the_thames']
TITLES=["First Lesson at Cook's Mills","Chippawa","Sackett's Harbor","The Hill at Lundy's Lane","New Orleans","The Thames"]
PLACES=["Lyon's Creek, Upper Canada","the Niagara, Upper Canada","Lake Ontario, New York","the falls of Niagara, Upper Canada","the plain of Chalmette, Louisiana","Moraviantown, Upper Canada"]
BEGINS=[(8,0),(16,30),(5,0),(18,45),(6,30),(15,30)]
GOES=[("drive the Americans from the mill","keep the mill yard"),("throw the Americans back over Street's Creek","win the road to the Chippawa"),("burn the yard: take fort and barracks","hold fort and barracks"),("keep the guns on the hill","take the guns at the church"),("get over the rampart","hold the rampart"),("keep the road to Moraviantown","ride down the line and take the road")]
KIND={'light woods':'light_woods','dense woods':'dense_woods','village block':'village','low wall':'low_wall'}
EDGE={'top':'north','bottom':'south','left':'west','right':'east'}
def tables(text):
    out=[];cur=None
    for line in text.split('\n'):
        if line.startswith('|'):
            cells=[c.strip() for c in line.strip().strip('|').split('|')]
            if cur is None: cur=(cells,[]); out.append(cur)
            elif set(''.join(cells))<=set('-: '): pass
            else: cur[1].append(dict(zip(cur[0],cells)))
        else: cur=None
    return out
def inch(s): return re.sub(r'(\d)"',r'\1 inches',s)
def q(s): return '"'+s.replace('"','\\"')+'"'
def num(x):
    x=float(x); return str(int(x)) if x==int(x) else ('%g'%x)
def pts(s): return '['+', '.join('(%s, %s)'%(num(a),num(b)) for a,b in re.findall(r'\(([-\d.]+), ([-\d.]+)\)',s))+']'
def key(s): return re.sub(r'[^a-z0-9_]','_',s.lower())
def para(s,ind):
    w=textwrap.fill(s,100,break_long_words=False)
    return '\n'.join(' '*ind+l for l in w.split('\n'))
def colour(c,side):
    if side=='B':
        for w in ['deep yellow','yellow','blue','buff','green','red facings','black','white']:
            if w in c and c.startswith('red'):
                return {'deep yellow':'regimental_yellow','yellow':'regimental_yellow','blue':'regimental_blue','buff':'regimental_buff','green':'regimental_green','red facings':'regimental_red','black':'regimental_black','white':'regimental_white'}[w]
        return None
    return 'american_regimental' if re.search(r'U\.S\. Infantry',c) else None
for n,part in enumerate(parts[:6]):
    head=part.split('\n')[1]
    date=re.search(r'\(FF\)\. (.*?)\. Table',head).group(1)
    w,h,scale=re.search(r'Table (\d+) x (\d+), (\d+)-scale',head).groups()
    story=re.search(r'\*\*Story\.\*\* (.*)',part).group(1)
    teach=re.search(r'\*\*What it teaches\.\*\* (.*)',part).group(1).split(' Lesson steps for')[0]
    turns=re.search(r'game_turns (\d+)',part).group(1)
    minutes=re.search(r'minutes_per_turn (\d+)',part).group(1)
    firsts=re.search(r'first_player (\w+)',part).group(1)
    T={}
    for cells,rows in tables(part):
        if 'Area' in cells: T['areas']=rows
        elif 'Line' in cells: T['lines']=rows
        elif 'Thresholds (stands)' in cells: T['sides']=rows
        elif 'Leader' in cells: T['leaders']=rows
        elif 'Unit' in cells: T['units']=rows
        elif 'Guns' in cells: T['guns']=rows
        elif 'Key position' in cells: T['keys']=rows
    SK={r['Side']:('british' if r['Side']=='B' else 'american') for r in T['sides']}
    o=[]; a=o.append
    a(f'// {TITLES[n]}. docs/scenario-format.md explains the format.')
    a('Scenario(');a('    format: 1,');a('    about: (')
    a(f'        id: {q(IDS[n])},');a(f'        title: {q(TITLES[n])},');a('        ruleset: "fire_and_fury",')
    a(f'        location: {q(PLACES[n])},');a(f'        date: {q(date)},')
    a('        story: "');a(para(inch(story),12));a('        ",');a('        lesson: "');a(para(inch(teach),12));a('        ",');a('    ),')
    a(f'    table: (width: {w}, height: {h}),');a(f'    turns: {turns},');a('    terrain: (')
    areas=[r for r in T['areas'] if r['Kind'] not in('structure','hill','bridge','ford')]
    a('        areas: [')
    for r in areas:
        k=KIND.get(r['Kind'],r['Kind'])
        extra=''
        usual={'field':'open','orchard':'broken','light_woods':'broken','dense_woods':'rough','brush':'broken','marsh':'rough','creek':'broken','river':'impassable','lake':'impassable','ravine':'broken','village':'broken','island':'open'}
        if usual.get(k)!=r['Class']: extra=f', values: (class: {q(r["Class"])})'
        P=pts(r["Polygon"])
        if r['id']=='lake' and n==2: P=P.replace('(0, 48), (0, 25)','(0, 48), (0, 36), (4, 36.5), (9, 38), (13, 35), (12, 31), (7, 29.5), (0, 31), (0, 25)')
        a(f'            (id: {q(key(r["id"]))}, kind: {q(k)}, name: {q(r["Area"])}, outline: {P}{extra}),')
    a('        ],')
    obs=[r for r in T['lines'] if r['Kind']!='road']; roads=[r for r in T['lines'] if r['Kind']=='road']
    if obs:
        a('        obstacles: [')
        for r in obs:
            k=KIND.get(r['Kind'],r['Kind']); usual={'fence':'broken','ditch':'broken','low_wall':'broken','earthwork':'broken','abatis':'rough'}
            extra='' if usual.get(k)==r['Class'] else f', values: (class: {q(r["Class"])})'
            a(f'            (id: {q(key(r["id"]))}, kind: {q(k)}, line: {pts(r["Polyline"])}{extra}),')
        a('        ],')
    if roads:
        a('        roads: [')
        for r in roads:
            k='track' if 'poor' in r['Line'] else 'road'
            a(f'            (id: {q(key(r["id"]))}, kind: {q(k)}, line: {pts(r["Polyline"])}, width: 1),')
        a('        ],')
    cr=[r for r in T['areas'] if r['Kind'] in('bridge','ford')]
    if cr:
        a('        crossings: [')
        for r in cr: a(f'            (id: {q(key(r["id"]))}, kind: {q(r["Kind"])}, outline: {pts(r["Polygon"])}),')
        a('        ],')
    st=[r for r in T['areas'] if r['Kind']=='structure']
    if st:
        a('        buildings: [')
        for r in st:
            cap=re.search(r'capacity (\d+)',r['More']).group(1)
            cov='' if r['Cover']=='full' else f', cover: {q(r["Cover"])}'
            mat='log' if 'barracks' in r['Area'] or 'redoubt' in r['Area'] or 'fort' in r['id'] else ('masonry' if 'church' in r['id'] else 'wood_frame')
            a(f'            (id: {q(key(r["id"]))}, name: {q(r["Area"])}, outline: {pts(r["Polygon"])}, material: {q(mat)}{cov}, values: (capacity: {cap})),')
        a('        ],')
    hi=[r for r in T['areas'] if r['Kind']=='hill']
    if hi:
        a('        hills: [')
        for r in hi:
            lv=re.search(r'level (\d+)',r['More']).group(1)
            a(f'            (id: {q(key(r["id"]))}, name: {q(r["Area"])}, outline: {pts(r["Polygon"])}, levels: 1),')
        a('        ],')
    a('    ),')
    a('    sides: [')
    for i,r in enumerate(T['sides']):
        s=SK[r['Side']]
        a('        (');a(f'            key: {q(s)},');a(f'            name: {q(r["Name"])},')
        a(f'            short: {q("British" if s=="british" else "Americans")},')
        a(f'            coat: {q(s)},');a(f'            flag: {q(s)},');a(f'            goes_for: {q(GOES[n][i])},')
        a(f'            own_edge: {q(EDGE[r["Friendly edge"]])},');a('        ),')
    a('    ],')
    a('    units: [')
    # who is over a leader: the army leader of his side
    army={r['Side']:key(r['id']) for r in T['leaders'] if r['Level']=='army'}
    div={}
    def place(s): 
        m=re.search(r'\(([-\d.]+), ([-\d.]+)\)',s); return (float(m.group(1)),float(m.group(2)))
    arr={}
    for r in T['units']+T['guns']:
        p=r['Front centre, heading']
        m=re.search(r'arrives turn (\d+), \(([-\d.]+), ([-\d.]+)\)',p)
        if m: arr[r['id']]=(int(m.group(1)),float(m.group(2)),float(m.group(3)),p)
    W,H=float(w),float(h)
    def stretch(x,y,width=6):
        if y in(0,H): return '[(%s, %s), (%s, %s)]'%(num(max(0,x-width/2)),num(y),num(min(W,x+width/2)),num(y))
        if x in(0,W): return '[(%s, %s), (%s, %s)]'%(num(x),num(max(0,y-width/2)),num(x),num(min(H,y+width/2)))
        return None
    def heading(x,y):
        return 90 if y==0 else 270 if y==H else 0 if x==0 else 180
    allu=[(r,'unit') for r in T['units']]+[(r,'gun') for r in T['guns']]
    keys=set()
    for side in [r['Side'] for r in T['sides']]:
        name=[r for r in T['sides'] if r['Side']==side][0]['Name']
        a(f'        // {name}.')
        face=270 if [r for r in T['sides'] if r['Side']==side][0]['Friendly edge']=='top' else 90 if [r for r in T['sides'] if r['Side']==side][0]['Friendly edge']=='bottom' else 0 if [r for r in T['sides'] if r['Side']==side][0]['Friendly edge']=='left' else 180
        for r in [r for r in T['leaders'] if r['Side']==side]:
            k=key(r['id']); a('        (');a(f'            key: {q(k)},');a(f'            name: {q(r["Leader"])},')
            short=r['Leader'].split()[-1]; 
            if short!=r['Leader']: a(f'            short: {q(short)},')
            a(f'            side: {q(SK[side])},')
            if r['Level']!='army' and side in army: a(f'            under: {q(army[side])},')
            a('            kind: "leader",')
            m=re.search(r'arrives turn (\d+)',r['Place'])
            if m:
                t=int(m.group(1)); mates=[v for v in arr.values() if v[0]==t]
                own=[arr[x['id']] for x,_ in allu if x['Under']==r['id'] and x['id'] in arr and arr[x['id']][0]==t] or [arr[x['id']] for x,_ in allu if x['Side']==side and x['id'] in arr and arr[x['id']][0]==t]
                x,y=own[0][1:3]
                a(f'            arrives: (turn: {t}, line: {stretch(x,y)}),');a(f'            facing: {heading(x,y)},')
            else:
                x,y=place(r['Place']);a(f'            at: ({num(x)}, {num(y)}),');a(f'            facing: {face},')
            a(f'            values: (rating: {q(r["Rating"])}, level: {q(r["Level"])}),')
            a('        ),')
        lead=[key(r['id']) for r in T['leaders']]
        for r,what in allu:
            if r['Side']!=side: continue
            k=key(r['id'])
            if k in lead: k+='_guns'
            # a battery and a regiment may share an id
            while k in keys: k+='_b' if side=='B' else '_u'
            keys.add(k)
            a('        (');a(f'            key: {q(k)},')
            nm=r['Unit'] if what=='unit' else r['Guns']
            nm=nm.replace(' (rallied)','').replace(' (ladders and fascines)',''); nm=nm[0].upper()+nm[1:]
            a(f'            name: {q(nm)},')
            sh=re.sub(r' \([^)]*\)','',nm).split(',')[0]
            if sh!=nm and sum(1 for x,_ in allu if x['Side']==side and (x.get('Unit') or x.get('Guns')).startswith(sh))<2: a(f'            short: {q(sh)},')
            col=colour(r.get('Coat','') if side=='B' else nm,side)
            if col: a(f'            colours: {q(col)},')
            a(f'            side: {q(SK[side])},');a(f'            under: {q(key(r["Under"]))},')
            fl=r['Flags']; p=r['Front centre, heading']; vals=[]
            if what=='unit':
                a(f'            kind: {q(r["Arm"])},');a(f'            figures: {r["Stands"]},')
                f=r['Formation']; oo=re.match(r'open order k (\d+) g ([\d.]+)',f)
                form='open_order' if oo else f.replace(' ','_')
                if f=='garrison': form='open_order' if 'open only' in r['May form'] else 'line'
                vals+=[f'weapon: {q(r["Weapon"])}',f'experience: {q(r["Experience"])}',f'morale: {q(r["Morale, triple"].split()[0])}']
                if 'no bayonets' in fl or 'no sabers' in fl: vals.append('bayonets: false')
                if 'buck and ball' in fl: vals.append('buck_and_ball: true')
                if re.search(r'\blight\b',fl): vals.append('light: true')
                if r['May form']=='open only': vals.append('open_only: true')
                if re.search(r'(^|, )militia\b',fl) and 'not flagged militia' not in fl: vals.append('militia: true')
                if 'Indian' in fl: vals.append('indian: true')
                if 'marksmen' in fl: vals.append('marksmen: true')
                if 'brave colonel' in fl: vals.append('brave_colonel: true')
                if oo: vals+=[f'ranks: {oo.group(1)}',f'interval: {oo.group(2)}']
            else:
                gs=[re.sub(r'^[lh]c','',g.strip()) for g in r['Stands (left to right)'].split(',')]
                a('            kind: "guns",');a(f'            figures: {len(gs)},')
                form=r['State']
                vals+=['guns: ['+', '.join(q(g) for g in (gs if len(set(gs))>1 else gs[:1]))+']',f'experience: {q(r["Experience"])}']
                if 'fixed' in fl: vals.append('fixed: true')
                if 'silenced' in fl: vals.append('silenced: true')
            a(f'            layout: {q(form)},')
            if r['id'] in arr and 'arrives' in p:
                t,x,y,_=arr[r['id']]; s=stretch(x,y)
                a(f'            arrives: (turn: {t}, line: {s}),' if s else f'            arrives: (turn: {t}, line: [(0, 31.5), (0, 35.5)]),')
                a(f'            facing: {heading(x,y) if s else 0},')
            elif 'inside' in p:
                b=p.split('inside ')[1]; bl=[x for x in st if x['id']==b][0]; P=[tuple(map(float,z)) for z in re.findall(r'\(([-\d.]+), ([-\d.]+)\)',bl['Polygon'])]
                cx=sum(z[0] for z in P)/len(P);cy=sum(z[1] for z in P)/len(P)
                a(f'            at: ({num(cx)}, {num(cy)}), // GARRISON {b}');a(f'            facing: {face},')
            else:
                x,y=place(p); a(f'            at: ({num(x)}, {num(y)}),');a(f'            facing: {p.split("),")[1].strip()},')
            a('            values: ('+', '.join(vals)+'),')
            a('        ),')
    a('    ],')
    th={r['Side']:re.findall(r'\d+',r['Thresholds (stands)']) for r in T['sides']}
    o2=[r['Side'] for r in T['sides']]
    fp=1 if firsts.lower().startswith('brit') else 2
    S=[f'minutes_per_turn: {minutes}',f'begins: [{BEGINS[n][0]}, {BEGINS[n][1]}]',f'heavy_casualties: [{th[o2[0]][0]}, {th[o2[1]][0]}]',f'greater_losses: [{th[o2[0]][1]}, {th[o2[1]][1]}]']
    if fp!=1: S.append(f'first_player: {fp}')
    if scale!='40': S.append(f'scale: {scale}')
    if 'ammo_rule unlimited' in part: S.append('ammo_rule: "unlimited"')
    a('    settings: (');[a(f'        {s},') for s in S];a('    ),')
    a('    victory: (');a('        objectives: [')
    for r in T['keys']:
        x,y=place(r['Place']);nm=re.sub(r'^the ','',r['Key position'])
        a(f'            (id: {q(key(nm))}, name: {q(r["Key position"] if r["Key position"].startswith(("the ","Fort","Basswood","Street")) else "the "+r["Key position"])}, at: ({num(x)}, {num(y)}), radius: {r["Radius"]}),')
    a('        ],');a('        holds: [')
    for r in T['keys']:
        nm=re.sub(r'^the ','',r['Key position']); earns='american' if r['Own']=='B' else 'british'
        a(f'            (objective: {q(key(nm))}, points: {r["Points"]}, side: {q(earns)}),')
    a('        ],');a('        margin: 4,');a('    ),');a(')')
    out=os.environ.get('OUT','/work/wt/ffgen/out'); os.makedirs(out,exist_ok=True)
    open(f'{out}/{IDS[n]}.scenario.ron','w').write('\n'.join(o)+'\n')
    print(IDS[n],len(o))
